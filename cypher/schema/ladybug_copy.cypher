// Write every table to files in the folder 'copy' of the working directory; no path is spliced in.
CHECKPOINT;
EXPORT DATABASE 'copy' (format="parquet");
