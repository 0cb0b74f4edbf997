-- How many files that the rows name the last backup did not have, or a restore did not find: these are known to be lost, and no reason to refuse the next backup
-- (server/backup).
alter table backup_made add column missing integer not null default 0;
