-- « Mes sessions » and the notice of a login from a new device: what opened a session, and from where. Null: opened before, or by no request.
alter table session
  -- « iPhone · Safari »
  add column agent text,
  -- The network only, never the whole address: « 203.0.113.x ».
  add column address text;
