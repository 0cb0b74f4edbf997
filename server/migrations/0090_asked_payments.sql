-- When the server itself last asked the provider for a payment's session: an event may be lost (server/payments/ask-sessions.ts).
alter table payment add column asked_at timestamptz;
