-- A correction of a filled report stays in sight: who, when, and the answers of before (schemas/entities/soumission.ts). The server writes it.
alter table soumission add column "CORRECTIONS" jsonb not null default '[]';

-- A call again may have a time of its day (schemas/entities/projet.ts).
alter table projet add column "RELANCE_A" text;
