-- Tries by key and window, of all processes of the database: who guesses must not gain by a restart or a second process. Keys are keyed digests:
-- no address and no mail stands here in clear. Rows of no company: an administrator's login belongs to none.
create table attempt (
  key text primary key,
  hits integer not null,
  ends_at timestamptz not null
);
create index attempt_ends on attempt (ends_at);

-- Wrong codes given without naming the challenge: whoever knows a number can send them, so they must not kill the code of whoever asked for it.
alter table otp_challenge add column blind_tries integer not null default 0;
