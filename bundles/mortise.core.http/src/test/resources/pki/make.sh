#!/bin/sh
# Makes the certificates of the tests. They are valid for a hundred years and of no use for anything else.
set -e
cd "$(dirname "$0")"
days=36500
openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.crt -days $days -subj "/CN=test authority"
openssl req -newkey rsa:2048 -nodes -keyout server.key -out server.csr -subj "/CN=localhost"
printf 'subjectAltName=DNS:localhost,IP:127.0.0.1\n' > server.ext
openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days $days -extfile server.ext -out server.crt
openssl rsa -in server.key -traditional -out server-pkcs1.key
openssl ecparam -name prime256v1 -genkey -noout -out ec-sec1.key
openssl pkcs8 -topk8 -nocrypt -in ec-sec1.key -out ec-pkcs8.key
openssl req -x509 -key ec-sec1.key -out ec.crt -days $days -subj "/CN=ec.example"
openssl req -x509 -newkey rsa:2048 -nodes -keyout stranger.key -out stranger.crt -days $days -subj "/O=nobody/CN=stranger"
openssl pkcs8 -topk8 -in server.key -passout pass:secret -out encrypted.key
chmod 644 *.key
rm -f server.csr server.ext ca.srl ca.key
