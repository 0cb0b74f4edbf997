-- An account is closed for people without a mail too: their login then has no mail, and nothing opens it.
alter table credential alter column mail drop not null;
alter table credential add constraint credential_mail_or_closed check (mail is not null or disabled);
