-- Two records of one client become one (DAY-14): which one went, into which, and what came with it, so that it can come back.

create table client_merge (
  company_id text not null references company (id) on delete cascade,
  id text not null,
  -- The record that went: a device that was offline may still send what it wrote about it (MERGE-9).
  from_id text not null,
  into_id text not null,
  by_id text not null,
  at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by text,
  -- Fields of the kept record before the merge, and as the merge left them; null when it can no longer be undone.
  before jsonb,
  merged jsonb,
  primary key (company_id, id)
);
-- A record goes into one other.
create unique index client_merge_from on client_merge (company_id, from_id) where undone_at is null;
create index client_merge_into on client_merge (company_id, into_id);

create table client_merge_item (
  company_id text not null,
  merge_id text not null,
  -- A resource, or a table besides them.
  kind text not null,
  record_id text not null,
  primary key (company_id, merge_id, kind, record_id),
  foreign key (company_id, merge_id) references client_merge (company_id, id) on delete cascade
);

do $$
declare
  owned text;
begin
  foreach owned in array array['client_merge', 'client_merge_item']
  loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format('create policy tenant on %I using (company_id = current_setting(''app.company_id'', true))
      with check (company_id = current_setting(''app.company_id'', true))', owned);
  end loop;
end $$;

-- A merge, or its undoing, moves a signed quote to the other record of its client, and changes nothing of what was signed: the sealed document names the
-- record of then, and the merges say that both are one.
create or replace function guard_signed_devis() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'signed quote % is immutable', old."IDDEVIS" using errcode = 'LO002';
  end if;
  if (new."IDPROJET", new."NUMERO_DEVIS", new."OBJET", new."LIGNES", new."NET_HT", new."PRIX_TTC",
      new."DATE_EDITION", new."DATE_VALIDITE", new."DATE_CREATION", new."DATE_TRANSMISSION", new."DATE_SIGNATURE",
      new."DEVIS_SIGNE", new."IDRESPONSABLEPROJET")
    is distinct from
     (old."IDPROJET", old."NUMERO_DEVIS", old."OBJET", old."LIGNES", old."NET_HT", old."PRIX_TTC",
      old."DATE_EDITION", old."DATE_VALIDITE", old."DATE_CREATION", old."DATE_TRANSMISSION", old."DATE_SIGNATURE",
      old."DEVIS_SIGNE", old."IDRESPONSABLEPROJET")
    or (new."IDCLIENT" is distinct from old."IDCLIENT"
      and coalesce(current_setting('app.merging', true), '') <> 'on')
    or (new.deleted is distinct from old.deleted
      and not (new.deleted and coalesce(current_setting('app.erasing', true), '') = 'on'))
  then
    raise exception 'signed quote % is immutable', old."IDDEVIS" using errcode = 'LO002';
  end if;
  return new;
end
$$;
