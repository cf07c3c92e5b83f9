CREATE INDEX jobs_scheduled_lane ON jobs (kind, lane) WHERE state = 'scheduled';
