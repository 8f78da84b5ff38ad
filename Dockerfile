# Colis as one image: what serves, what works, and the terminal. docs/operating/containers.md says how it is run.
# PACKAGES has Node.js 24 and npm, for the build alone; of SYSTEM the image gets the C library.
ARG PACKAGES=node:24-bookworm-slim
ARG SYSTEM=debian:bookworm-slim

# The packages of package-lock.json, Node.js among them, without what no process reads.
FROM ${PACKAGES} AS packages
WORKDIR /opt/colis
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' \) -delete \
  && rm -rf node_modules/node-linux-*/include node_modules/pdfkit/.yarn node_modules/bintrees/test

# What Node.js needs of a system, and the names of two users.
FROM ${SYSTEM} AS system
COPY --from=packages /opt/colis/node_modules/node-linux-*/bin/node /node
RUN mkdir -p /system/etc /system/tmp /system/var/lib/colis \
  && for file in $(ldd /node | grep -o '/[^ ]*') /lib/*-linux-gnu/libnss_dns.so.2 /lib/*-linux-gnu/libresolv.so.2; \
  do cp --parents --dereference "$file" /system; done \
  && printf 'root:x:0:0::/:/\ncolis:x:10001:10001::/var/lib/colis:/\n' > /system/etc/passwd \
  && printf 'root:x:0:\ncolis:x:10001:\n' > /system/etc/group \
  && printf 'hosts: files dns\n' > /system/etc/nsswitch.conf \
  && chmod 1777 /system/tmp && chmod 700 /system/var/lib/colis && chown 10001:10001 /system/var/lib/colis

FROM scratch
COPY --from=system /system/ /
WORKDIR /opt/colis
COPY --from=packages /opt/colis/node_modules ./node_modules
COPY . .
ENV NODE_ENV=production PATH=/opt/colis/node_modules/.bin HOST=0.0.0.0 PORT=8080 WORK_HEALTH_PORT=8080 \
  DATABASE_URL=file:/var/lib/colis DATA_FOLDER=/var/lib/colis NODE_COMPILE_CACHE=/var/lib/colis/compiled
USER 10001:10001
VOLUME /var/lib/colis
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "-e", \
  "fetch('http://127.0.0.1:' + process.env.PORT + '/health/live').then(({ ok }) => process.exit(ok ? 0 : 1))"]
ENTRYPOINT ["node", "--max-semi-space-size=8", "--max-old-space-size=512", "--wasm-num-compilation-tasks=1", \
  "--import", "./src/node-version.js", "src/cli/colis.ts"]
CMD ["serve"]
