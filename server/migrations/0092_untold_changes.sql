-- The text that tells a former number of a change was kept by a limit (server/contacts), and no mail told it: its block does not end with the delay, but when the
-- company's office says so.
alter table contact_change add column untold boolean not null default false;
