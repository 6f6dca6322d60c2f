// Write every table to files in the folder 'copy', below the process's own: no path is spliced in.
CHECKPOINT;
EXPORT DATABASE 'copy' (format="parquet");
