-- Somebody leaves: what they held goes to colleagues, record by record, and can come back (SET-12).

-- The account is closed, but its devices may still send what was written before: this session reads nothing.
alter table session add column sends_only boolean not null default false;

create table handover (
  company_id text not null references company (id) on delete cascade,
  id text not null,
  personnel_id text not null,
  -- Receives what the devices of the person still send, where no record says who.
  successor_id text not null,
  division text not null check (division in ('un', 'agence', 'proche', 'egal')),
  by_id text not null,
  at timestamptz not null default now(),
  -- The login was disabled before: taking the handover back does not open it.
  was_disabled boolean not null,
  undone_at timestamptz,
  undone_by text,
  primary key (company_id, id)
);
create index handover_personnel on handover (company_id, personnel_id, at);

create table handover_item (
  company_id text not null,
  handover_id text not null,
  resource text not null check (resource in ('client', 'projet', 'devis', 'rdv', 'intervention')),
  record_id text not null,
  -- The project that it belongs to: the person's devices may still send what was written about it.
  projet_id text,
  to_id text not null,
  -- waiting: not done yet · given · skipped: it was no longer the person's · back: undone · kept: changed since, so left where it is
  state text not null default 'waiting' check (state in ('waiting', 'given', 'skipped', 'back', 'kept')),
  -- Values of the changed fields before, and VERSION after: another VERSION tells that somebody changed the record since.
  before jsonb,
  version integer,
  primary key (company_id, handover_id, resource, record_id),
  foreign key (company_id, handover_id) references handover (company_id, id) on delete cascade
);
create index handover_item_record on handover_item (company_id, resource, record_id);
create index handover_item_projet on handover_item (company_id, projet_id);

do $$
declare
  owned text;
begin
  foreach owned in array array['handover', 'handover_item']
  loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format('create policy tenant on %I using (company_id = current_setting(''app.company_id'', true))
      with check (company_id = current_setting(''app.company_id'', true))', owned);
  end loop;
end $$;
