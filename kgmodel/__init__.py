"""The networks: tensors in, tensors out. ``paper`` is KG-MRC, ``default`` the reader that ships,
``baselines`` has what KG-MRC was compared with.

Needs torch, numpy, safetensors and tokenizers, and imports nothing else of this
project, so that a machine that has only those can train: copy this folder there, with an encoder's
folder and the features as tensors (``kgmodel.default.features.DocumentFeatures``). In short,

    reader = DefaultReader(load_encoder(folder, expected=file_hashes(folder)), DefaultSettings())
    reader.chain.allow(tag_tracks(documents))
    settings = TrainSettings(epochs=12)
    trainer = DefaultTrainer(reader, documents, settings, folder=Path("training"))
    log = trainer.resume()
    while trainer.epochs_done < settings.epochs:
        log.append(Epoch(trainer.epochs_done + 1, trainer.run_epoch(), None, 0.0))
        trainer.save(log)
    save_checkpoint(Path("out"), trainer.weights(), {"encoder": file_hashes(folder)})

``tests/support/train_alone.py`` is this in full, with everything else hidden from the import
system. A run that was killed resumes after its last whole epoch and, on a CPU, ends with the
weights of one that was not. Encoders run in bf16 where the device computes it natively, gradients
are clipped, and a loss or gradient that is not finite stops before it spoils a weight.
"""
