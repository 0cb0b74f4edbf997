-- What the company keeps of an order that ended by agreement, in cents; null for any other quote.
alter table devis add column "MONTANT_CONSERVE" bigint;
