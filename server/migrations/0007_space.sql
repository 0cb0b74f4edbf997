-- The customer's side: one-time codes, what customers looked at and asked for, and the evidence of what they decided.

create table otp_challenge (
  company_id text not null references company (id) on delete cascade,
  -- Opaque, unguessable; told to whoever asked for the code, whether the number is known or not.
  id text not null,
  purpose text not null check (purpose in ('login', 'sign')),
  -- phone_key() of the number; an unknown number has its row too, so that nothing tells both apart.
  phone text not null,
  -- Signing: whose code, for which quote, and the document as it stood when the code was asked for.
  client_id text,
  devis_id text,
  document_sha256 text,
  -- Keyed digest (secrets.ts) of challenge, purpose and code; the code itself is in the SMS alone.
  code_digest text not null,
  message_id text,
  ip text not null,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  verified_at timestamptz,
  -- The choice between several clients of one number is offered once.
  offered_at timestamptz,
  used_at timestamptz,
  primary key (company_id, id)
);
create index otp_challenge_phone on otp_challenge (company_id, phone, created_at);
create index otp_challenge_ip on otp_challenge (company_id, ip, created_at);
create index otp_challenge_at on otp_challenge (company_id, created_at);

-- What a customer decided about a quote, one chain per company: each record holds the hash of the one before it.
create table devis_evidence (
  company_id text not null references company (id),
  number integer not null check (number > 0),
  devis_id text not null,
  kind text not null check (kind in ('signature', 'refusal', 'withdrawal')),
  -- Canonical JSON (server/evidence/canonical.ts), exactly as it was hashed.
  record text not null,
  -- Canonical JSON of the quote as it stood before the decision; `record` holds its SHA-256.
  document text not null,
  previous_hash text not null,
  hash text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, number),
  -- A chain does not fork.
  unique (company_id, previous_hash)
);
create index devis_evidence_devis on devis_evidence (company_id, devis_id, number);
create trigger devis_evidence_append_only before update or delete on devis_evidence
  for each row execute function guard_append_only();
create trigger devis_evidence_no_truncate before truncate on devis_evidence
  for each statement execute function guard_append_only();

create table devis_consultation (
  company_id text not null references company (id) on delete cascade,
  id text not null,
  devis_id text not null,
  client_id text not null,
  -- lien: through the public link of the quote.
  origine text not null check (origine in ('espace', 'lien')),
  ip text not null,
  user_agent text,
  at timestamptz not null default now(),
  primary key (company_id, id)
);
create index devis_consultation_devis on devis_consultation (company_id, devis_id, at desc);

-- Referral, after-sales and accounting requests of customers.
create table space_request (
  company_id text not null references company (id) on delete cascade,
  id text not null,
  type text not null check (type in ('parrain', 'apres_vente', 'comptable')),
  client_id text not null,
  projet_id text,
  devis_id text,
  body jsonb not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index space_request_client on space_request (company_id, client_id, created_at);

do $$
declare
  owned text;
begin
  foreach owned in array array['otp_challenge', 'devis_evidence', 'devis_consultation', 'space_request']
  loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format('create policy tenant on %I using (company_id = current_setting(''app.company_id'', true))
      with check (company_id = current_setting(''app.company_id'', true))', owned);
  end loop;
end $$;
