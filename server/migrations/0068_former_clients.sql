-- Whose a project was before its client was corrected (MERGE-10), from when to when, and which entries of its journal are that client's own acts: what is about
-- the former client is theirs to be given and to be erased, and is not given to the new one.
create table former_client (
  company_id text not null references company (id) on delete cascade,
  projet_id text not null,
  -- '': corrected by a former version, and nothing says who it was.
  client_id text not null,
  -- Null: from the beginning of the project.
  since timestamptz,
  until timestamptz not null default now(),
  entries text[] not null default '{}',
  primary key (company_id, projet_id, until)
);
create index former_client_client on former_client (company_id, client_id);

alter table former_client enable row level security;
alter table former_client force row level security;
create policy tenant on former_client using (company_id = current_setting('app.company_id', true))
  with check (company_id = current_setting('app.company_id', true));

-- Projects that were corrected before: the last correction is in the journal. Whoever read or refused one of its quotes, or got a message or a link about it,
-- and is not its client, is the former one, where all of these are one client.
do $$
declare
  firm text;
begin
  perform set_config('app.platform', 'on', true);
  for firm in select id from company order by id loop
    perform set_config('app.company_id', firm, true);
    insert into former_client (company_id, projet_id, client_id, until, entries)
    select firm, corrected.id,
      coalesce((
        select case when count(distinct seen.client) = 1 then min(seen.client) end from (
          select v.client_id as client from devis_consultation v join devis d on d.company_id = v.company_id and d."IDDEVIS" = v.devis_id
            where v.company_id = firm and d."IDPROJET" = corrected.id
          union all
          select case when e.document like '{%' then e.document::jsonb #>> '{client,IDCLIENT}' end from devis_evidence e join devis d on d.company_id = e.company_id and d."IDDEVIS" = e.devis_id
            where e.company_id = firm and d."IDPROJET" = corrected.id and e.kind = 'refusal'
          union all
          select m.payload ->> 'client' from message m join devis d on d.company_id = m.company_id and d."IDDEVIS" = m.record_id
            where m.company_id = firm and m.resource = 'devis' and d."IDPROJET" = corrected.id
          union all
          select l.client_id from rdv_link l join rdv r on r.company_id = l.company_id and r."IDRDV" = l.rdv_id
            where l.company_id = firm and r."IDPROJET" = corrected.id
        ) as seen
        where seen.client is not null and seen.client <> corrected.client and not exists (
          select from client_merge g where g.company_id = firm and g.from_id = seen.client and g.into_id = corrected.client
            and g.undone_at is null)
      ), ''),
      corrected.until,
      array(
        select one ->> 'id' from jsonb_array_elements(corrected.journal) as one
        where one ->> 'GENRE' = 'evenement' and not one ? 'IDPERSONNEL' and one ->> 'id' <> 'client-connu' and one ->> 'LE' <= corrected.le
      )
    from (
      select p."IDPROJET" as id, p."IDCLIENT" as client, p."JOURNAL" as journal, last.le,
        -- The journal knows the minute.
        (last.le::timestamp at time zone c."FUSEAU") + interval '59 seconds' as until
      from projet p join company c on c.id = p.company_id cross join lateral (
        select max(one ->> 'LE') as le from jsonb_array_elements(p."JOURNAL") as one
        where one ->> 'GENRE' = 'evenement' and one ->> 'RESULTAT' = 'Client corrigé'
      ) as last
      where p.company_id = firm and last.le is not null
    ) as corrected;
  end loop;
  perform set_config('app.company_id', '', true);
  perform set_config('app.platform', '', true);
end
$$;
