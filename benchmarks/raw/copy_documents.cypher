// The raw engine: parameters: $rows, an Arrow table
COPY Document FROM $rows
