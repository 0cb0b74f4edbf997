-- A former number may be a stranger's by now, or was mistyped: what its owner denies is then right. The company's office says so once it has asked its customer, and
-- signing by code is blocked without end no longer (server/contacts). What the former contact answered stays.
alter table contact_change add column lifted_at timestamptz, add column lifted_by text;
