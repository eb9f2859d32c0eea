import './restore-interrupted.test'
