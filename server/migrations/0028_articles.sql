-- The price list of a company (SET-08): its articles, which devices have, and their photos, each beside its article like the photos of the staff.
create table article (
  company_id text not null,
  "id" text not null,
  "FAMILLE" text,
  "REFERENCE" text not null,
  "LIBELLE" text not null,
  "DESCRIPTION" text,
  "UNITE" text,
  "PRIX_HT" bigint not null,
  "IDTVA" text,
  "IDTVA_RENOVATION" text,
  "IDTVA_ENERGIE" text,
  "OPTIONS" text[] not null,
  "PHOTO" text,
  "ARCHIVE" smallint not null,
  primary key (company_id, "id"),
  "VERSION" integer not null default 1,
  seq bigint not null,
  deleted boolean not null default false,
  stamps jsonb not null default '{}',
  created_by text,
  updated_at timestamptz not null default now()
);
create unique index article_seq on article (company_id, seq);
create trigger article_guard_seq before insert or update on article for each row execute function guard_seq();

create table article_photo (
  company_id text not null references company (id) on delete cascade,
  article_id text not null,
  sha256 text not null,
  type text not null check (type in ('image/png', 'image/jpeg')),
  bytes bytea not null check (octet_length(bytes) <= 204800),
  created_at timestamptz not null default now(),
  primary key (company_id, article_id)
);

do $$
declare
  owned text;
begin
  foreach owned in array array['article', 'article_photo']
  loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format('create policy tenant on %I using (company_id = current_setting(''app.company_id'', true))
      with check (company_id = current_setting(''app.company_id'', true))', owned);
  end loop;
end $$;
