-- Filters of lists that a person saved under a name (DAY-13): one row for one person, whom its viewers name.
create table filtre (
  company_id text not null references company (id) on delete cascade,
  "id" text not null,
  "IDPERSONNEL" text,
  "ECRAN" text not null,
  "NOM" text not null,
  "VALEURS" text not null,
  "DEFAUT" smallint not null,
  "DATE_CREATION" text,
  primary key (company_id, "id"),
  "VERSION" integer not null default 1,
  seq bigint not null,
  deleted boolean not null default false,
  stamps jsonb not null default '{}',
  created_by text,
  updated_at timestamptz not null default now(),
  viewer_agence text,
  viewer_personnes text[] not null default '{}'
);
create unique index filtre_seq on filtre (company_id, seq);
create trigger filtre_guard_seq before insert or update on filtre for each row execute function guard_seq();
alter table filtre enable row level security;
alter table filtre force row level security;
create policy tenant on filtre using (company_id = current_setting('app.company_id', true))
  with check (company_id = current_setting('app.company_id', true));

-- Customers are also found by mail, second number, postcode and street (DAY-12).
create index client_mail on client (company_id, lower("MAIL") text_pattern_ops);
create index client_telephone on client (company_id, phone_key("TELEPHONE") text_pattern_ops);
create index adresse_code_postal on adresse (company_id, "CODE_POSTAL" text_pattern_ops);
create index adresse_mots on adresse using gin (to_tsvector('simple', search_key(coalesce("ADRESSE", '') || ' ' || coalesce("CODE_POSTAL", '') || ' ' || "VILLE")));
