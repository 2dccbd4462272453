#!/bin/sh
# Makes the test authority, the server's certificate and one client's. Test material, of no other use.
set -eu
cd "$(dirname "$0")"
key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1.key"; }
sign() { # name subject extensions
  key "$1"
  openssl req -new -key "$1.key" -subj "$2" |
    openssl x509 -req -CA ca.crt -CAkey ca.key -CAcreateserial -days 36500 -extfile /dev/fd/3 -out "$1.crt" 3<<EOF
$3
EOF
}
key ca
openssl req -x509 -new -key ca.key -subj "/CN=mortise-test-ca" -days 36500 -out ca.crt
sign server "/CN=mortise" "subjectAltName=DNS:localhost,IP:127.0.0.1
extendedKeyUsage=serverAuth"
sign alice "/O=devs/CN=alice" "extendedKeyUsage=clientAuth"
rm -f ca.srl ca.key
