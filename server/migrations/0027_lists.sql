-- Directors edit their lists. An entry that is used is archived: it stays readable, and is no longer proposed. Minutes of a nature of appointment.
alter table reference
  add column "DUREE" integer,
  add column "ARCHIVE" smallint not null default 0;
