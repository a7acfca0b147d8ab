FROM node:26-bookworm AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY client/package.json client/
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY tools/build.mjs tools/build-page.mjs tools/bundle-programs.mjs tools/check-install.mjs tools/cli.mjs tools/compile-messages.mjs tools/one-start-script.mjs tools/
COPY tools/messages tools/messages
COPY i18n i18n
COPY client client
COPY page page
COPY src src
COPY commands commands
RUN npm run build && npm prune --omit=dev --no-save

FROM node:26-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
# For npm run backup, npm run restore, npm run forget, npm run migrate and npm run check:setup.
COPY --from=build /app/tools/cli.mjs tools/
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist/src dist/src
COPY --from=build /app/dist/commands dist/commands
COPY --from=build /app/dist/page dist/page
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
