-- SET-07: when a website last sent a lead and last tried its key, so that an administrator sees whether it is connected.
alter table lead_key add column received_at timestamptz, add column tested_at timestamptz;
