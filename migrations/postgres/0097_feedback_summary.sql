CREATE INDEX verification_feedback_project ON verification_feedback (project_id, last_at);
