-- Ids of the records that were merged into this one (schemas/entities/client.ts): devices lead old addresses of a client to the record that stays.
alter table client add column "FICHES_REUNIES" jsonb not null default '[]';
