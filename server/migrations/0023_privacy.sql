-- Bounded growth and the rights of persons: what a daily job lets go (server/retention), who asked to be erased, and what was (server/privacy).

-- The last run of each kind of schemas/retention.ts; null company: the platform's own rows.
create table retention_run (
  company_id text references company (id) on delete cascade,
  kind text not null,
  ran_at timestamptz not null,
  -- Rows (or files) that went at the last run, and since the first one.
  removed bigint not null,
  total bigint not null
);
create unique index retention_run_kind on retention_run (company_id, kind) nulls not distinct;

-- One process at a time, whatever pools its connections: whoever holds the row until `held_until` runs the job.
create table retention_turn (
  id integer primary key check (id = 1),
  holder text,
  held_until timestamptz,
  done_at timestamptz
);
insert into retention_turn (id) values (1);

-- Erasures that the company asked for, and that administrators have yet to make.
create table erasure_request (
  company_id text not null references company (id) on delete cascade,
  id text not null,
  kind text not null check (kind in ('client', 'personnel')),
  person_id text not null,
  -- demande: the person asked for it; duree: the period of a prospect or customer is over.
  why text not null check (why in ('demande', 'duree')),
  asked_by text not null,
  asked_at timestamptz not null default now(),
  settled_at timestamptz,
  settled_by text,
  outcome text check (outcome in ('efface', 'refuse')),
  primary key (company_id, id),
  check ((settled_at is null) = (outcome is null))
);
create unique index erasure_request_open on erasure_request (company_id, kind, person_id) where settled_at is null;

-- What was erased and what is kept locked away: ids alone, never what stood there. The same is kept outside of the database, for restores.
create table erasure (
  company_id text not null references company (id) on delete cascade,
  id text not null,
  kind text not null check (kind in ('client', 'personnel')),
  person_id text not null,
  at timestamptz not null,
  by_account text not null,
  -- { resource: [ids] }
  erased jsonb not null,
  -- The same, of what the law obliges to keep: a tombstone for everybody, its words in place until `keep_until`.
  kept jsonb not null,
  keep_until date,
  -- When what was kept went too.
  kept_erased_at timestamptz,
  -- Keys of bytes whose removal is not confirmed yet.
  bytes_left jsonb not null default '[]',
  primary key (company_id, id)
);
create index erasure_person on erasure (company_id, kind, person_id);

do $$
declare
  owned text;
begin
  foreach owned in array array['retention_run', 'erasure_request', 'erasure']
  loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format('create policy tenant on %I using (company_id = current_setting(''app.company_id'', true))
      with check (company_id = current_setting(''app.company_id'', true))', owned);
  end loop;
end $$;
create policy platform on retention_run using (company_id is null and current_setting('app.platform', true) = 'on')
  with check (company_id is null and current_setting('app.platform', true) = 'on');
alter table retention_turn enable row level security;
alter table retention_turn force row level security;
create policy platform on retention_turn using (current_setting('app.platform', true) = 'on')
  with check (current_setting('app.platform', true) = 'on');

-- What goes by its age is found by its age.
create index mutation_age on mutation (company_id, created_at);
create index once_result_age on once_result (company_id, created_at);
create index session_end on session (expires_at);

-- Milliseconds since 1970 at the head of a UUIDv7, null for any other text: when a device made a write, by its own clock.
create function uuid7_ms(id text) returns bigint language sql immutable parallel safe as $$
  select case when id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$'
    then ('x' || lpad(replace(left(id, 13), '-', ''), 16, '0'))::bit(64)::bigint end
$$;

-- The trail stays append-only for a year whatever anybody says. After that the job may let lines go; an erasure may take the details away.
create function guard_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '360 days' then
    return old;
  end if;
  if tg_op = 'UPDATE' and current_setting('app.erasing', true) = 'on'
    and (new.id, new.company_id, new.at, new.actor, new.impersonator, new.action, new.target)
      is not distinct from (old.id, old.company_id, old.at, old.actor, old.impersonator, old.action, old.target)
  then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'LO003';
end
$$;
drop trigger audit_append_only on audit;
create trigger audit_append_only before update or delete on audit for each row execute function guard_audit();

-- An erasure makes a tombstone of a signed quote and of a signed file: nobody sees them any more, what they say stays as it was signed, for the
-- chain of evidence holds them.
create or replace function guard_signed_devis() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'signed quote % is immutable', old."IDDEVIS" using errcode = 'LO002';
  end if;
  if (new."IDPROJET", new."IDCLIENT", new."NUMERO_DEVIS", new."OBJET", new."LIGNES", new."NET_HT", new."PRIX_TTC",
      new."DATE_EDITION", new."DATE_VALIDITE", new."DATE_CREATION", new."DATE_TRANSMISSION", new."DATE_SIGNATURE",
      new."DEVIS_SIGNE", new."IDRESPONSABLEPROJET")
    is distinct from
     (old."IDPROJET", old."IDCLIENT", old."NUMERO_DEVIS", old."OBJET", old."LIGNES", old."NET_HT", old."PRIX_TTC",
      old."DATE_EDITION", old."DATE_VALIDITE", old."DATE_CREATION", old."DATE_TRANSMISSION", old."DATE_SIGNATURE",
      old."DEVIS_SIGNE", old."IDRESPONSABLEPROJET")
    or (new.deleted is distinct from old.deleted
      and not (new.deleted and coalesce(current_setting('app.erasing', true), '') = 'on'))
  then
    raise exception 'signed quote % is immutable', old."IDDEVIS" using errcode = 'LO002';
  end if;
  return new;
end
$$;

create or replace function guard_fichier() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new."IDPROJET", new."RESSOURCE", new."IDENREGISTREMENT", new."NOM", new."TYPE_MIME", new."TAILLE", new."SHA256",
        new."ORIGINE", new."DATE_CREATION")
      is distinct from
       (old."IDPROJET", old."RESSOURCE", old."IDENREGISTREMENT", old."NOM", old."TYPE_MIME", old."TAILLE", old."SHA256",
        old."ORIGINE", old."DATE_CREATION")
    then
      -- A file that is nobody's proof loses its name with the person whom it speaks of.
      if current_setting('app.erasing', true) = 'on'
        and old."ORIGINE" not in ('intervention_sign_pv', 'intervention_levee_reserves', 'devis_signe')
      then
        return new;
      end if;
      raise exception 'file % is immutable', old."IDFICHIER" using errcode = 'LO008';
    end if;
    if not new.deleted or old.deleted or current_setting('app.erasing', true) = 'on' then
      return new;
    end if;
  end if;
  if old."ORIGINE" in ('intervention_sign_pv', 'intervention_levee_reserves', 'devis_signe') then
    raise exception 'signed file % is immutable', old."IDFICHIER" using errcode = 'LO008';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
