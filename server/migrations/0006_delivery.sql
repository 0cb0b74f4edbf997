-- Delivery of `message`: when it may leave (again), and who holds it now. The table itself is the queue (docs/decisions.md).

alter table message
  -- Not before: pushed back after each certain failure.
  add column due_at timestamptz not null default now(),
  -- A process that claimed it and never came back: after a while nobody knows whether it left.
  add column claimed_at timestamptz;
create index message_due on message (due_at) where status in ('queued', 'sending');
create index message_unsettled on message (status, created_at desc) where status in ('queued', 'sending', 'failed', 'unknown');
-- Limits of what one person, one number and one company may send.
create index message_sent_by on message (company_id, channel, created_at);

-- The rounds over all companies, and the administrators' queue figures: what has not arrived, to read only. What a round sends it then
-- claims as the company itself.
create policy delivery on message for select using (
  current_setting('app.delivery', true) = 'on' and status in ('queued', 'sending', 'failed', 'unknown'));

-- Key of the company's own SMS account, sealed (secrets.ts).
alter table company add column "SMS_CLE" text;

-- Browsers that asked for notifications. One that lost its session (logout, lost phone) is sent nothing more.
create table push_subscription (
  company_id text not null references company (id) on delete cascade,
  -- SHA-256 of the endpoint: a browser that changes hands moves to its new account.
  id text not null,
  account text not null,
  token_hash text not null references session (token_hash) on delete cascade,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index push_subscription_account on push_subscription (company_id, account);
create index push_subscription_session on push_subscription (token_hash);
alter table push_subscription enable row level security;
alter table push_subscription force row level security;
create policy tenant on push_subscription using (company_id = current_setting('app.company_id', true))
  with check (company_id = current_setting('app.company_id', true));
