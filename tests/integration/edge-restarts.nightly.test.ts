import './edge-restarts.test'
