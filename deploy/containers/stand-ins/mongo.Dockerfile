# Stands in for the image of MongoDB where no registry of images is reached: the embedded server, with the real mongosh.
ARG SERVER=estate/embedded-mongo:local
FROM ${SERVER}
USER root
RUN npm install --global --no-audit --no-fund mongosh@2.12.0 && mkdir -p /data/db && chown 999:999 /data/db
COPY deploy/containers/stand-ins/mongod /usr/local/bin/mongod
VOLUME /data/db
USER 999:999
HEALTHCHECK NONE
ENTRYPOINT []
CMD ["mongod"]
