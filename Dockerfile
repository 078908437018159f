# The image of each service is a target of its own:
#   docker build --target trading-engine --tag trading-engine:1.0.0 .
#   docker build --target wallet --tag wallet:1.0.0 .
#   docker build --target dashboard --tag dashboard:1.0.0 .
# One image serves all that its service does: `node dist/main.js` (by default) and, of the first two, `node dist/migrate.js`.

# What is installed changes seldom, and what is compiled with every commit: an install is built again only for other manifests.
FROM node:24.21.0-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY docs-site/package.json docs-site/
COPY packages/contracts/package.json packages/contracts/
COPY packages/dashboard/package.json packages/dashboard/
COPY packages/key-cache/package.json packages/key-cache/
COPY packages/sdk/package.json packages/sdk/
COPY packages/service-kit/package.json packages/service-kit/
COPY services/trading-engine/package.json services/trading-engine/
COPY services/wallet/package.json services/wallet/

FROM manifests AS build
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts
COPY . .
RUN npm run generate
RUN npx --no-install tsc -b packages/dashboard docs-site
RUN npm run build --workspace @ats/dashboard
# The links were checked where the whole repository is.
RUN node docs-site/dist/main.js --links-unchecked && npx --no-install vitepress build docs-site/site
# Nothing that runs reads sources, types and maps. What each workspace has installed of its own comes from the stages below.
RUN rm -rf packages/*/src packages/dashboard/web services/*/src docs/adr docs/images packages/*/node_modules services/*/node_modules \
  && find packages services -type f \( -name '*.ts' -o -name '*.map' \) -delete

# npm leaves behind what workspaces that are not here would have of their own. Licences stay.
FROM manifests AS trading-engine-files
RUN rm -rf services/wallet packages/dashboard packages/sdk docs-site
# The compiler is there because viem's types may be checked with it; nothing runs it.
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts --workspace @ats/trading-engine \
  && rm -rf packages/test-kit packages/test-chain node_modules/typescript \
  && find . -type f -regextype posix-extended \( -regex '.*\.([cm]?ts|map)' -o -iname '*.md' ! -iregex '.*/(licen[cs]e|notice|copying)[^/]*' \) -delete
COPY --from=build /app/packages/contracts packages/contracts
COPY --from=build /app/packages/key-cache packages/key-cache
COPY --from=build /app/packages/service-kit packages/service-kit
COPY --from=build /app/services/trading-engine services/trading-engine
# It shows them to its clients.
COPY --from=build /app/docs docs
COPY --from=build /app/examples examples

FROM manifests AS wallet-files
RUN rm -rf services/trading-engine packages/dashboard packages/sdk docs-site
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts --workspace @ats/wallet \
  && rm -rf packages/test-kit \
  && find . -type f -regextype posix-extended \( -regex '.*\.([cm]?ts|map)' -o -iname '*.md' ! -iregex '.*/(licen[cs]e|notice|copying)[^/]*' \) -delete
COPY --from=build /app/packages/contracts packages/contracts
COPY --from=build /app/packages/key-cache packages/key-cache
COPY --from=build /app/packages/service-kit packages/service-kit
COPY --from=build /app/services/wallet services/wallet

FROM manifests AS dashboard-files
RUN rm -rf services packages/key-cache docs-site
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts --workspace @ats/dashboard \
  && rm -rf packages/test-kit packages/sdk \
  && find . -type f -regextype posix-extended \( -regex '.*\.([cm]?ts|map)' -o -iname '*.md' ! -iregex '.*/(licen[cs]e|notice|copying)[^/]*' \) -delete
COPY --from=build /app/packages/contracts packages/contracts
COPY --from=build /app/packages/service-kit packages/service-kit
COPY --from=build /app/packages/dashboard packages/dashboard

# Health is asked in bash, which takes a twentieth of the time that it takes Node to start.
# Garbage of more than one burst of orders fits into the young generation, in MB: little slips into the old one.
FROM node:24.21.0-bookworm-slim AS trading-engine
ENV NODE_ENV=production HOST=0.0.0.0 NODE_OPTIONS=--max-semi-space-size=16
COPY --from=trading-engine-files /app /app
WORKDIR /app/services/trading-engine
USER 10001:10001
EXPOSE 4000 4010 4020
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${PORT:-4000} && printf 'GET /readyz HTTP/1.0\\r\\n\\r\\n' >&3 && read -r -t 2 _ status _ <&3 && [ \"$status\" = 200 ]"]
CMD ["node", "dist/main.js"]

FROM node:24.21.0-bookworm-slim AS wallet
ENV NODE_ENV=production HOST=0.0.0.0
COPY --from=wallet-files /app /app
WORKDIR /app/services/wallet
USER 10001:10001
EXPOSE 4001 4011
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${PORT:-4001} && printf 'GET /readyz HTTP/1.0\\r\\n\\r\\n' >&3 && read -r -t 2 _ status _ <&3 && [ \"$status\" = 200 ]"]
CMD ["node", "dist/main.js"]

FROM node:24.21.0-bookworm-slim AS dashboard
ENV NODE_ENV=production HOST=0.0.0.0
COPY --from=dashboard-files /app /app
WORKDIR /app/packages/dashboard
USER 10001:10001
EXPOSE 4002 4012
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${PORT:-4002} && printf 'GET /readyz HTTP/1.0\\r\\n\\r\\n' >&3 && read -r -t 2 _ status _ <&3 && [ \"$status\" = 200 ]"]
CMD ["node", "dist/main.js"]
