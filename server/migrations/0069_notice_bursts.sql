-- Which records the last notice of a burst tells of (DAY-07): a record that is changed twice is counted once.
create table notice_burst (
  company_id text not null references company (id) on delete cascade,
  personnel_id text not null,
  kind text not null,
  author_id text not null,
  notice_id text not null,
  record_ids text[] not null,
  primary key (company_id, personnel_id, kind, author_id)
);

alter table notice_burst enable row level security;
alter table notice_burst force row level security;
create policy tenant on notice_burst using (company_id = current_setting('app.company_id', true))
  with check (company_id = current_setting('app.company_id', true));
