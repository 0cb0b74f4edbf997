-- Every sub-domain that a company has, or had: the payment provider still calls the one that a link was made with. Another company cannot take it, because
-- events of payments would reach the wrong one. The trigger writes it, whatever changes the key.
create table company_subdomain (
  key text primary key,
  company_id text not null references company (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index company_subdomain_company on company_subdomain (company_id);

do $$
begin
  perform set_config('app.platform', 'on', true);
  insert into company_subdomain (key, company_id) select key, id from company;
  perform set_config('app.platform', '', true);
end $$;

create function keep_company_subdomain() returns trigger language plpgsql as $$
begin
  -- A company may take back one of its own. One of another company is not visible here, and breaks the primary key.
  if not exists (select from company_subdomain where key = new.key and company_id = new.id) then
    insert into company_subdomain (key, company_id) values (new.key, new.id);
  end if;
  return null;
end
$$;
create trigger company_subdomain after insert or update of key on company for each row execute function keep_company_subdomain();

alter table company_subdomain enable row level security;
alter table company_subdomain force row level security;
create policy tenant on company_subdomain
  using (company_id = current_setting('app.company_id', true))
  with check (company_id = current_setting('app.company_id', true));
-- As for the company itself (0001): one row, by the host label that a request names.
create policy by_key on company_subdomain for select
  using (key = current_setting('app.company_key', true));
