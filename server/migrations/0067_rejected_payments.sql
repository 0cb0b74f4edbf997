-- When the payment service said that the bank had rejected a transfer that it had confirmed before. The row stays, and counts, until the office cancels it.
alter table paiement add column "REJETE_LE" text;
