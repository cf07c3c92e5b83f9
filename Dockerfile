# syntax=docker/dockerfile:1

# Built with Node and npm alone, as on any machine; everything comes from the package registry and is pinned by bun.lock.
FROM node:24-slim AS build
WORKDIR /src
COPY package.json bun.lock bunfig.toml ./
COPY scripts/setup.mjs scripts/
RUN npm run --silent setup
COPY . .
RUN npm run --silent build && mkdir /data

# The executable needs glibc and nothing else.
FROM debian:12-slim
COPY --from=build /src/dist/svc /usr/local/bin/svc
COPY --from=build /src/LICENSE /src/NOTICE /src/THIRD-PARTY-NOTICES.md /usr/share/doc/svc/
# The one place that is written; the root file system may be read-only.
COPY --from=build --chown=10001:10001 /data /data
# On every interface the service counts as public: no demo, and no metrics without SVC_METRICS_TOKEN.
ENV SVC_HOST=0.0.0.0 SVC_DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 3009
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=10s --retries=3 CMD ["/usr/local/bin/svc", "doctor", "--probe"]
ENTRYPOINT ["/usr/local/bin/svc"]
CMD ["serve"]
