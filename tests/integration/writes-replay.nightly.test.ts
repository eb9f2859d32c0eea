import './writes-replay.test'
