"""The server for agents: tools and resources of the Model Context Protocol."""
