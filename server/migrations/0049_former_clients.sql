-- The client that a link was made for: it opens the appointment of nobody else, whose it may have become since (DAY-09).
alter table rdv_link add column client_id text;

do $$
declare
  firm text;
begin
  perform set_config('app.platform', 'on', true);
  for firm in select id from company order by id loop
    perform set_config('app.company_id', firm, true);
    update rdv_link l set client_id = p."IDCLIENT"
      from rdv r join projet p on p.company_id = r.company_id and p."IDPROJET" = r."IDPROJET"
      where l.company_id = firm and r.company_id = firm and r."IDRDV" = l.rdv_id;
  end loop;
  perform set_config('app.company_id', '', true);
  perform set_config('app.platform', '', true);
end $$;

-- A process of the former version, while an installation is updated, names no client: its link would open nothing.
create function name_rdv_link_client() returns trigger language plpgsql as $$
begin
  select p."IDCLIENT" into new.client_id
    from rdv r join projet p on p.company_id = r.company_id and p."IDPROJET" = r."IDPROJET"
    where r.company_id = new.company_id and r."IDRDV" = new.rdv_id;
  return new;
end
$$;
create trigger rdv_link_client before insert on rdv_link for each row
  when (new.client_id is null) execute function name_rdv_link_client();

-- superseded: less than its amount is left to pay, and another request took its place. What arrives by its link all the same is recorded.
alter table payment drop constraint payment_state_check;
alter table payment add constraint payment_state_check
  check (state in ('created', 'pending', 'confirmed', 'failed', 'superseded'));
