-- A database that was put back from outside (snapshot, point-in-time recovery, pg_restore, lossy failover) keeps its epoch, so it must be
-- recognised otherwise (MASTER-7).

-- How many epochs the installation has had, this one included: VERSIONs of epoch n are below n millions (MASTER-6).
alter table company add column epoch_number integer not null default 1;
update company set epoch_number = 1 + (select count(*) from company_epoch where company_id = company.id);

-- As before, and refuses a number that devices have been told already: `app.seq_floor` is the last one that the process knows to be
-- committed. The check is in the write's own transaction, so nothing is acknowledged by a database that was put back.
create or replace function take_seq(n integer) returns bigint language plpgsql as $$
declare
  last bigint;
begin
  if n is null or n < 1 then
    raise exception 'take_seq: n must be at least 1';
  end if;
  update company set seq = seq + n where id = current_setting('app.company_id', true) returning seq into last;
  if last is null then
    raise exception 'take_seq: no company in this transaction';
  end if;
  if last - n < coalesce(nullif(current_setting('app.seq_floor', true), ''), '0')::bigint then
    raise exception 'take_seq: % was committed already', last - n + 1 using errcode = 'LO010';
  end if;
  -- Nobody else can take a number before the end of this transaction: from the first call on, all numbers are ours.
  if coalesce(current_setting('app.seq_from', true), '') = '' then
    perform set_config('app.seq_from', (last - n)::text, true);
  end if;
  perform set_config('app.seq_to', last::text, true);
  return last - n + 1;
end
$$;
