-- A number that several clients share opened all of their spaces to whoever read one code. Each space now asks once for something of its own
-- (server/space/shared-numbers.ts), and remembers the numbers that have shown it.
create table space_number (
  company_id text not null references company (id) on delete cascade,
  client_id text not null,
  -- National digits.
  phone text not null,
  at timestamptz not null default now(),
  -- seul: it was nobody else's then; preuve: postcode and quote; entreprise: the office confirmed it.
  how text not null check (how in ('seul', 'preuve', 'entreprise')),
  primary key (company_id, client_id, phone)
);
create index space_number_phone on space_number (company_id, phone);

alter table space_number enable row level security;
alter table space_number force row level security;
create policy tenant on space_number using (company_id = current_setting('app.company_id', true))
  with check (company_id = current_setting('app.company_id', true));

-- Wrong proofs given with a right code: counted by number over its challenges.
alter table otp_challenge add column proof_tries integer not null default 0;
