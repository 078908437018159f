# The image of each service is a target of its own:
#   docker build --target trading-engine --tag trading-engine:1.0.0 .
#   docker build --target wallet --tag wallet:1.0.0 .
#   docker build --target dashboard --tag dashboard:1.0.0 .
# One image serves all that its service does: `node dist/main.js` (by default) and, of the first two, `node dist/migrate.js`.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts
RUN npm run generate
RUN npx --no-install tsc -b packages/dashboard docs-site
RUN npm run build --workspace @ats/dashboard
# The links were checked where the whole repository is.
RUN node docs-site/dist/main.js --links-unchecked && npx --no-install vitepress build docs-site/site
RUN rm -rf packages/*/src packages/dashboard/web services/*/src docs-site/src docs/adr docs/images *.md \
  packages/ccxt packages/cli packages/mcp packages/test-chain bench

# docs and examples stay in the image of the engine: it shows them to its clients.
# npm leaves behind what workspaces that are not here would have of their own.
FROM build AS trading-engine-files
RUN rm -rf services/wallet packages/dashboard packages/sdk docs-site
# The compiler is there because viem's types may be checked with it; nothing runs it.
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts --workspace @ats/trading-engine \
  && rm -rf packages/test-kit packages/test-chain node_modules/typescript

FROM build AS wallet-files
RUN rm -rf services/trading-engine packages/dashboard packages/sdk docs docs-site examples
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts --workspace @ats/wallet \
  && rm -rf packages/test-kit

FROM build AS dashboard-files
RUN rm -rf services packages/key-cache docs docs-site examples
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts --workspace @ats/dashboard \
  && rm -rf packages/test-kit packages/sdk

# Garbage of more than one burst of orders fits into the young generation, in MB: little slips into the old one.
FROM node:24.21.0-bookworm-slim AS trading-engine
ENV NODE_ENV=production HOST=0.0.0.0 NODE_OPTIONS=--max-semi-space-size=64
COPY --from=trading-engine-files /app /app
WORKDIR /app/services/trading-engine
USER 10001:10001
EXPOSE 4000 4010 4020
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4000}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]

FROM node:24.21.0-bookworm-slim AS wallet
ENV NODE_ENV=production HOST=0.0.0.0
COPY --from=wallet-files /app /app
WORKDIR /app/services/wallet
USER 10001:10001
EXPOSE 4001 4011
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4001}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]

FROM node:24.21.0-bookworm-slim AS dashboard
ENV NODE_ENV=production HOST=0.0.0.0
COPY --from=dashboard-files /app /app
WORKDIR /app/packages/dashboard
USER 10001:10001
EXPOSE 4002 4012
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4002}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]
