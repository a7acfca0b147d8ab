# docker build -t rapsheet .                      the service
# docker build --target demo -t rapsheet-demo .   the demo with a simulated Discord and Steam; ops/demo-in-container.mjs says how to run it
FROM node:26.13.0-bookworm-slim AS base
WORKDIR /app

FROM base AS build
COPY package.json package-lock.json LICENSE ./
COPY packages/client/package.json packages/client/
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY tools/assemble-image.mjs tools/build.mjs tools/build-page.mjs tools/bundle-programs.mjs tools/check-install.mjs tools/cli.mjs tools/compile-messages.mjs tools/not-bundled.mjs tools/one-start-script.mjs tools/
COPY tools/messages tools/messages
COPY i18n i18n
COPY packages/client packages/client
COPY page page
COPY src src
COPY commands commands
RUN npm run build && node tools/assemble-image.mjs image

FROM build AS demo-build
COPY tools/build-demo-page.mjs tools/
COPY packages packages
COPY demo demo
RUN npm run build && npm prune --omit=dev --no-save

FROM base AS demo
COPY --from=demo-build /app/package.json ./
COPY --from=demo-build /app/node_modules node_modules
COPY --from=demo-build /app/dist dist
COPY ops/demo-in-container.mjs ops/
USER node
EXPOSE 8080 8081
CMD ["node", "ops/demo-in-container.mjs"]

FROM base
ENV NODE_ENV=production
COPY --from=build /app/image ./
RUN mkdir data && chown node:node data
USER node
VOLUME /app/data
# Inside a container the loopback address reaches nobody. Plain HTTP on all addresses is accepted only with TRUST_PROXY or
# a certificate: set one of them when running the image.
ENV HTTP_HOST=0.0.0.0
EXPOSE 8080
# The certificate names the public host, so that asking this one is not checked against it.
HEALTHCHECK --interval=30s --timeout=3s --start-period=5s CMD NODE_TLS_REJECT_UNAUTHORIZED=0 node --no-warnings -e \
  "fetch((process.env.HTTP_TLS_CERT ? 'https' : 'http') + '://127.0.0.1:' + (process.env.HTTP_PORT || 8080) + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"
CMD ["node", "dist/src/main.js"]
# The address of the repository, by which a registry links the image to it: --build-arg SOURCE=https://…
ARG SOURCE
LABEL org.opencontainers.image.title="Rapsheet" \
  org.opencontainers.image.description="Looks up Steam accounts for Rust communities, in Discord and over HTTP" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.source="$SOURCE"
