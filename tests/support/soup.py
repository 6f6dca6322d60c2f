"""The steps of a soup, for tests of the questions that are answered by a step."""

SOUP = (
    "Peel the carrots and put them in a pot.",
    "Pour water over the carrots and boil them for 20 minutes.",
    "Strain the carrots and return them to the pot.",
    "Stir in the cream.",
    "Ladle the soup into bowls.",
)
