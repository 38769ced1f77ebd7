# syntax=docker/dockerfile:1
# docker build --build-arg COULOIR_COMMIT=$(git rev-parse HEAD) -t couloir . && docker run --rm -p 127.0.0.1:9650:9650 -v couloir:/data couloir
FROM node:24-trixie-slim AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
# The context has no .git to ask.
ARG COULOIR_COMMIT=""
RUN npm pack --pack-destination /package

FROM node:24-trixie-slim AS install
WORKDIR /app
COPY --from=build /package/*.tgz ./couloir.tgz
# Native modules have binaries in their packages: no script runs, and nothing is compiled.
RUN npm install --ignore-scripts --omit=dev --no-package-lock ./couloir.tgz && rm couloir.tgz

FROM node:24-trixie-slim
LABEL org.opencontainers.image.title="couloir" \
      org.opencontainers.image.description="An Avalanche node's management and query interface on a real P-chain" \
      org.opencontainers.image.licenses="BSD-3-Clause"
COPY --from=install /app /app
RUN ln -s /app/node_modules/.bin/couloir /usr/local/bin/couloir \
    && install -d -o node -g node /data
USER node
ENV AVAGO_DATA_DIR=/data AVAGO_HTTP_HOST=0.0.0.0 AVAGO_LOG_FORMAT=json
VOLUME /data
EXPOSE 9650
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:9650/ext/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["couloir"]
