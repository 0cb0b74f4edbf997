-- Import of clients with their addresses and projects from files (server/imports). The lines of a file are rows, so that a dry run, an import and its undo
-- go on after a restart, in any process.
create table data_import (
  company_id text not null references company (id) on delete cascade,
  id text not null,
  name text not null,
  state text not null,
  by_account text not null,
  by_personnel text not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  format text not null default 'csv',
  encoding text,
  separator text,
  sheets text[] not null default '{}',
  sheet text,
  header_line integer not null default 0,
  headings text[] not null default '{}',
  columns jsonb not null default '[]',
  total integer not null default 0,
  -- Lines that the present step is done with; an undo goes from the last line to the first.
  done integer not null default 0,
  counts jsonb not null default '{}',
  -- The run that works on it now, and until when nobody else does.
  holder text,
  held_until timestamptz,
  failures integer not null default 0,
  primary key (company_id, id)
);
-- Two imports at once would not see each other's clients: a company writes one, or takes one back, at a time.
create unique index data_import_writing on data_import (company_id) where state in ('import', 'retrait');

create table import_row (
  company_id text not null,
  import_id text not null,
  place integer not null,
  -- Line of the file.
  number integer not null,
  cells jsonb not null,
  fate text,
  -- { erreurs, corrections, doublon, garde }
  details jsonb not null default '{}',
  -- Ids of what it made: { client, adresse, projet, chantier }
  records jsonb,
  primary key (company_id, import_id, place),
  foreign key (company_id, import_id) references data_import (company_id, id) on delete cascade
);
create index import_row_fate on import_row (company_id, import_id, fate, place);

-- What a company chose for the headings of its files: { heading: target or null }.
create table import_columns (
  company_id text primary key references company (id) on delete cascade,
  columns jsonb not null
);

do $$
declare
  made text;
begin
  foreach made in array array['data_import', 'import_row', 'import_columns'] loop
    execute format('alter table %I enable row level security', made);
    execute format('alter table %I force row level security', made);
    execute format('create policy tenant on %I using (company_id = current_setting(''app.company_id'', true))', made);
  end loop;
end
$$;

-- A process finds the work that another one left, of all companies.
create policy delivery on data_import for select using (
  current_setting('app.delivery', true) = 'on' and state in ('essai', 'import', 'retrait'));
