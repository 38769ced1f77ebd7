import sys

from standardwebhooks.webhooks import Webhook

secret, message_id, timestamp, signature, file = sys.argv[1:]
headers = {
    "webhook-id": message_id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signature,
}
with open(file, encoding="utf-8") as body:
    Webhook(secret).verify(body.read(), headers)
