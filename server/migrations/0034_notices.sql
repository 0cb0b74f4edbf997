-- What a person is told of (DAY-07): one row for one person, whom its viewers name.
create table notification (
  company_id text not null,
  "id" text not null,
  "IDPERSONNEL" text not null,
  "TYPE" text not null,
  "RESSOURCE" text not null,
  "IDENREGISTREMENT" text,
  "NOMBRE" integer not null,
  "AUTEUR" text,
  "DETAIL" text,
  "DATE_NOTIFICATION" text not null,
  "LU" smallint not null,
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
create unique index notification_seq on notification (company_id, seq);
-- A burst becomes one notice: what the person was told of last.
create index notification_unread on notification (company_id, "IDPERSONNEL", updated_at) where "LU" = 0 and not deleted;
create index notification_age on notification (company_id, updated_at) where not deleted;
create trigger notification_guard_seq before insert or update on notification for each row execute function guard_seq();

-- What a person wants to be told of: kinds that are off, and whether a lock screen may show names.
create table notice_choice (
  company_id text not null references company (id) on delete cascade,
  personnel_id text not null,
  off text[] not null default '{}',
  names boolean not null default false,
  primary key (company_id, personnel_id)
);

do $$
declare
  owned text;
begin
  foreach owned in array array['notification', 'notice_choice']
  loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format('create policy tenant on %I using (company_id = current_setting(''app.company_id'', true))
      with check (company_id = current_setting(''app.company_id'', true))', owned);
  end loop;
end $$;
