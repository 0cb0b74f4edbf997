-- What each person is asked to sell in a month (MGR-05): the office and the person, whom its viewers name, read it.
create table objectif (
  company_id text not null,
  "id" text not null,
  "IDPERSONNEL" text not null,
  "MOIS" text not null,
  "MONTANT" bigint,
  "VENTES" integer,
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
create unique index objectif_seq on objectif (company_id, seq);
create trigger objectif_guard_seq before insert or update on objectif for each row execute function guard_seq();

alter table objectif enable row level security;
alter table objectif force row level security;
create policy tenant on objectif using (company_id = current_setting('app.company_id', true))
  with check (company_id = current_setting('app.company_id', true));
