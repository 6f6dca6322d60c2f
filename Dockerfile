FROM python:3.11-slim
WORKDIR /app
# The CPU build of torch is a tenth of the default one. For a GPU, use the default:
#   docker build --build-arg TORCH_INDEX= .
ARG TORCH_INDEX=https://download.pytorch.org/whl/cpu
RUN pip install --no-cache-dir "torch>=2.11,<2.16" ${TORCH_INDEX:+--index-url $TORCH_INDEX}
COPY . .
RUN pip install --no-cache-dir ".[postgres,documents,metrics]" && useradd --create-home stepgraph \
    && mkdir /data && chown stepgraph /data
USER stepgraph
WORKDIR /data
CMD ["stepgraph", "--help"]
