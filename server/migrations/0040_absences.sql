-- Time that people are not to be had (DAY-10): absences, meetings without customer. Its people and the directors of their agency read it.
create table absence (
  company_id text not null,
  "id" text not null,
  "IDPERSONNELS" text[] not null,
  "GENRE" text not null,
  "OBJET" text,
  "JOURNEES" smallint not null,
  "DEBUT" text not null,
  "FIN" text not null,
  "REPETITION" text,
  "REPETER_JUSQUA" text,
  "REPETER_FOIS" integer,
  "EXCEPTIONS" jsonb not null,
  "DERNIERE_FIN" text,
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
create unique index absence_seq on absence (company_id, seq);
-- What has not ended: taken times, and the period after which a row is emptied.
create index absence_end on absence (company_id, "DERNIERE_FIN") where not deleted;
create index absence_people on absence using gin ("IDPERSONNELS");
create trigger absence_guard_seq before insert or update on absence for each row execute function guard_seq();

alter table absence enable row level security;
alter table absence force row level security;
create policy tenant on absence using (company_id = current_setting('app.company_id', true))
  with check (company_id = current_setting('app.company_id', true));

-- When the company is open: ranges by weekday; null: the usual hours of the product.
alter table company add column "HORAIRES" jsonb;
