// The raw engine: parameters: $rows, an Arrow table
COPY Concept FROM $rows
