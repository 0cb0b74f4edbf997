-- One line for each person of an appointment that takes place. Who begins on a new phone is sent the weeks around today first (PULL-8): their appointments
-- are found here, however many the company has. Row level security keeps an index over "IDPERSONNELS" from being used (its operators are not leakproof).
create table rdv_person (
  company_id text not null,
  person text not null,
  ends text not null,
  starts text not null,
  rdv_id text not null,
  primary key (company_id, person, ends, starts, rdv_id),
  foreign key (company_id, rdv_id) references rdv (company_id, "IDRDV") on delete cascade
);
create index rdv_person_rdv on rdv_person (company_id, rdv_id);

create function keep_rdv_person() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from rdv_person where company_id = old.company_id and rdv_id = old."IDRDV";
  end if;
  if not new.deleted and new."SUPPRIME" = 0 then
    insert into rdv_person (company_id, person, ends, starts, rdv_id)
    select distinct new.company_id, person, new."RDV_FIN", new."RDV_DEBUT", new."IDRDV"
    from unnest(new."IDPERSONNELS") as person where person is not null;
  end if;
  return null;
end $$;

create trigger rdv_person_new after insert on rdv for each row execute function keep_rdv_person();
create trigger rdv_person_kept after update on rdv for each row
  when ((old."IDPERSONNELS", old."RDV_DEBUT", old."RDV_FIN", old."SUPPRIME", old.deleted)
    is distinct from (new."IDPERSONNELS", new."RDV_DEBUT", new."RDV_FIN", new."SUPPRIME", new.deleted))
  execute function keep_rdv_person();

do $$
declare
  firm text;
begin
  perform set_config('app.platform', 'on', true);
  for firm in select id from company loop
    perform set_config('app.company_id', firm, true);
    insert into rdv_person (company_id, person, ends, starts, rdv_id)
    select distinct company_id, person, "RDV_FIN", "RDV_DEBUT", "IDRDV" from rdv, unnest("IDPERSONNELS") as person
    where company_id = firm and not deleted and "SUPPRIME" = 0 and person is not null;
  end loop;
  perform set_config('app.company_id', '', true);
  perform set_config('app.platform', '', true);
end $$;

alter table rdv_person enable row level security;
alter table rdv_person force row level security;
create policy tenant on rdv_person using (company_id = current_setting('app.company_id', true))
  with check (company_id = current_setting('app.company_id', true));
