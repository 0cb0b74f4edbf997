-- Reminders of a quote's customer, kept with the quote: { id, LE, CANAL, IDPERSONNEL }, oldest first.
alter table devis add column "RELANCES" jsonb not null default '[]';
